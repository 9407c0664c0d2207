// A peer in Go: net/http and pgx, as shipped by Debian.
package main

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"log"
	"net/http"
	"os"
	"strconv"
	"strings"

	"github.com/jackc/pgx/v4"
	"github.com/jackc/pgx/v4/pgxpool"
)

type pet struct {
	ID         int64  `json:"id"`
	Name       string `json:"name"`
	CategoryID int64  `json:"categoryId"`
	Status     string `json:"status"`
}

type newPet struct {
	Name       string `json:"name"`
	CategoryID *int64 `json:"categoryId"`
	Status     string `json:"status"`
}

type server struct {
	pool *pgxpool.Pool
	keys map[string]bool
}

const columns = "id, name, category_id, status"

func main() {
	config, err := pgxpool.ParseConfig(os.Getenv("DATABASE_URL"))
	if err != nil {
		log.Fatal(err)
	}
	size, _ := strconv.Atoi(os.Getenv("DATABASE_POOL_SIZE"))
	config.MaxConns = int32(size)
	pool, err := pgxpool.ConnectConfig(context.Background(), config)
	if err != nil {
		log.Fatal(err)
	}
	s := &server{pool: pool, keys: knownKeys(pool)}
	mux := http.NewServeMux()
	mux.HandleFunc("/v1/pets/", s.authenticated(s.get))
	mux.HandleFunc("/v1/pets", s.authenticated(func(w http.ResponseWriter, r *http.Request) {
		if r.Method == http.MethodPost {
			s.create(w, r)
		} else {
			s.list(w, r)
		}
	}))
	log.Fatal(http.ListenAndServe("127.0.0.1:"+os.Getenv("PORT"), mux))
}

func knownKeys(pool *pgxpool.Pool) map[string]bool {
	rows, err := pool.Query(context.Background(), "SELECT secret_hash FROM api_keys")
	if err != nil {
		log.Fatal(err)
	}
	defer rows.Close()
	keys := map[string]bool{}
	for rows.Next() {
		var hash string
		if err := rows.Scan(&hash); err != nil {
			log.Fatal(err)
		}
		keys[hash] = true
	}
	return keys
}

func (s *server) authenticated(next http.HandlerFunc) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		header := r.Header.Get("Authorization")
		hash := sha256.Sum256([]byte(strings.TrimPrefix(header, "Bearer ")))
		if !strings.HasPrefix(header, "Bearer ") || !s.keys[hex.EncodeToString(hash[:])] {
			fail(w, http.StatusUnauthorized, "invalid_api_key")
			return
		}
		next(w, r)
	}
}

func (s *server) get(w http.ResponseWriter, r *http.Request) {
	id, err := strconv.ParseInt(strings.TrimPrefix(r.URL.Path, "/v1/pets/"), 10, 64)
	if err != nil {
		fail(w, http.StatusNotFound, "pet_not_found")
		return
	}
	found, err := scan(s.pool.QueryRow(r.Context(), "SELECT "+columns+" FROM pets WHERE id = $1", id))
	if errors.Is(err, pgx.ErrNoRows) {
		fail(w, http.StatusNotFound, "pet_not_found")
		return
	}
	respond(w, http.StatusOK, found, err)
}

func (s *server) list(w http.ResponseWriter, r *http.Request) {
	query := r.URL.Query()
	limit, limitErr := numberOr(query.Get("limit"), 20)
	after, afterErr := numberOr(query.Get("after"), 0)
	status := query.Get("status")
	if limitErr != nil || afterErr != nil || limit < 1 || limit > 100 || (query.Has("status") && !isStatus(status)) {
		fail(w, http.StatusBadRequest, "invalid_parameter")
		return
	}
	sql := "SELECT " + columns + " FROM pets WHERE id > $1 ORDER BY id LIMIT $2"
	arguments := []interface{}{after, limit}
	if status != "" {
		sql = "SELECT " + columns + " FROM pets WHERE id > $1 AND status = $3 ORDER BY id LIMIT $2"
		arguments = append(arguments, status)
	}
	rows, err := s.pool.Query(r.Context(), sql, arguments...)
	if err != nil {
		respond(w, 0, nil, err)
		return
	}
	defer rows.Close()
	pets := make([]pet, 0, limit)
	for rows.Next() {
		each, err := scan(rows)
		if err != nil {
			respond(w, 0, nil, err)
			return
		}
		pets = append(pets, each)
	}
	respond(w, http.StatusOK, pets, rows.Err())
}

func (s *server) create(w http.ResponseWriter, r *http.Request) {
	body := newPet{Status: "available"}
	err := json.NewDecoder(r.Body).Decode(&body)
	isNamed := len(body.Name) > 0 && len([]rune(body.Name)) <= 255
	if err != nil || !isNamed || body.CategoryID == nil || !isStatus(body.Status) {
		fail(w, http.StatusBadRequest, "invalid_body")
		return
	}
	sql := "INSERT INTO pets (name, category_id, status) VALUES ($1, $2, $3) RETURNING " + columns
	created, err := scan(s.pool.QueryRow(r.Context(), sql, body.Name, *body.CategoryID, body.Status))
	respond(w, http.StatusCreated, created, err)
}

func scan(row pgx.Row) (pet, error) {
	var p pet
	err := row.Scan(&p.ID, &p.Name, &p.CategoryID, &p.Status)
	return p, err
}

func numberOr(text string, otherwise int64) (int64, error) {
	if text == "" {
		return otherwise, nil
	}
	return strconv.ParseInt(text, 10, 64)
}

func isStatus(text string) bool {
	return text == "available" || text == "pending" || text == "sold"
}

func respond(w http.ResponseWriter, status int, content interface{}, err error) {
	if err != nil {
		log.Print(err)
		fail(w, http.StatusInternalServerError, "internal_error")
		return
	}
	send(w, status, content)
}

func fail(w http.ResponseWriter, status int, code string) {
	send(w, status, map[string]string{"code": code})
}

func send(w http.ResponseWriter, status int, content interface{}) {
	body, err := json.Marshal(content)
	if err != nil {
		log.Print(err)
		status, body = http.StatusInternalServerError, []byte(`{"code":"internal_error"}`)
	}
	w.Header().Set("Content-Type", "application/json")
	w.Header().Set("Content-Length", strconv.Itoa(len(body)))
	w.WriteHeader(status)
	_, _ = w.Write(body)
}
